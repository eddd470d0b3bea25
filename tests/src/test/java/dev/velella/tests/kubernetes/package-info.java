/** The manifests of {@code deploy/kubernetes}, read with the models of Strimzi and Kubernetes, and compared with the pages. */
@NullMarked
package dev.velella.tests.kubernetes;

import org.jspecify.annotations.NullMarked;
