package dev.velella.serve.options;

/** How clients prove who they are. */
public enum AuthKind {
    NONE,
    BASIC,
    BEARER
}
