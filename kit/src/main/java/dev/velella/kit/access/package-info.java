/** Access to servers: the credentials of a client, and the certificates that it trusts. */
@NullMarked
package dev.velella.kit.access;

import org.jspecify.annotations.NullMarked;
