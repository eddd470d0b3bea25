/** What a request says and what an answer has, apart from the server that carries them. */
@NullMarked
package dev.velella.kit.http.message;

import org.jspecify.annotations.NullMarked;
