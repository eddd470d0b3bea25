/** The MQTT source in a real worker, between a real MQTT broker and a real Kafka broker, all of which fail. */
package dev.velella.tests.mqtt;
