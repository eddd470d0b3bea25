package dev.velella.outbox.endpoint;

import com.sun.net.httpserver.BasicAuthenticator;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** One user name with its password, compared in a time that does not depend on where they differ. */
final class Login extends BasicAuthenticator {
    private final byte[] username;
    private final byte[] password;

    /** @throws IllegalArgumentException if HTTP Basic cannot carry the name, or the password is empty */
    Login(String username, String password) {
        super("outbox", StandardCharsets.UTF_8);
        if (username.contains(":") || password.isEmpty()) {
            throw new IllegalArgumentException("a user name with a colon, or an empty password");
        }
        this.username = username.getBytes(StandardCharsets.UTF_8);
        this.password = password.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean checkCredentials(String name, String word) {
        boolean isUser = MessageDigest.isEqual(username, name.getBytes(StandardCharsets.UTF_8));
        return MessageDigest.isEqual(password, word.getBytes(StandardCharsets.UTF_8)) && isUser;
    }
}
