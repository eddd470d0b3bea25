/** The gRPC service on a real broker, with the stubs of grpc-java and the codec of Jelly-JVM as its peers. */
package dev.velella.tests.grpc;
