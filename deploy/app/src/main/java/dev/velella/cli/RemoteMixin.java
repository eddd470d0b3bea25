package dev.velella.cli;

import dev.velella.convert.file.InputFile;
import dev.velella.failure.FileException;
import dev.velella.sink.options.TargetTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of the access to a store whose address is given. Secrets come from files. */
final class RemoteMixin {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description =
                    "Type of the store at a URL, as in the option target of the connector: http (repository of an RDF4J"
                            + " server) or sparql (SPARQL 1.1 endpoint).")
    private @Nullable String type;

    @Option(
            names = "--update-url",
            paramLabel = "URL",
            description = "URL at which a SPARQL endpoint takes updates (default: the URL of --to).")
    private @Nullable String updateUrl;

    @Option(names = "--username", paramLabel = "NAME", description = "User of HTTP Basic authentication.")
    private @Nullable String user;

    @Option(names = "--password-file", paramLabel = "FILE", description = "File whose first line is the password.")
    private @Nullable Path passwordFile;

    @Option(names = "--token-file", paramLabel = "FILE", description = "File whose first line is a bearer token.")
    private @Nullable Path tokenFile;

    /** Whether one of the options is given. */
    boolean isGiven() {
        return type != null || updateUrl != null || user != null || passwordFile != null || tokenFile != null;
    }

    /**
     * The options of a connector that writes to this store.
     *
     * @throws ParameterException if the options of the command do not go together
     * @throws FileException if a file cannot be read
     */
    Map<String, String> options(String url, String connector) {
        List<String> types = TargetTypes.names(known -> !known.isInWorker());
        if (type == null || !types.contains(type)) {
            throw usage("a store at a URL needs --type " + String.join(" or --type ", types));
        }
        if ((user == null) != (passwordFile == null) || (user != null && tokenFile != null)) {
            throw usage("give --username with --password-file, or --token-file, or none of them");
        }
        Map<String, String> options = new HashMap<>();
        options.put("name", connector);
        options.put("target", type);
        options.put("target.url", url);
        if (updateUrl != null) {
            options.put("target.update.url", updateUrl);
        }
        if (user != null && passwordFile != null) {
            options.put("target.auth", "basic");
            options.put("target.auth.user", user);
            options.put("target.auth.password", secret(passwordFile));
        } else if (tokenFile != null) {
            options.put("target.auth", "bearer");
            options.put("target.auth.token", secret(tokenFile));
        }
        return options;
    }

    private static String secret(Path file) {
        try {
            return Files.readString(file)
                    .lines()
                    .findFirst()
                    .orElseThrow(() -> new FileException(file.toString(), "is empty"));
        } catch (IOException e) {
            throw new FileException(file.toString(), "cannot be read: " + InputFile.reason(e), e);
        }
    }

    private ParameterException usage(String message) {
        if (command == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new ParameterException(command.commandLine(), message);
    }
}
