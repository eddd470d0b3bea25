/** How clients of servers say who they are, and whom they trust. */
@NullMarked
package dev.velella.access;

import org.jspecify.annotations.NullMarked;
