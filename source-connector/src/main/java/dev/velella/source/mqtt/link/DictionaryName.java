package dev.velella.source.mqtt.link;

import dev.velella.dictionary.Dictionary;

/**
 * A dictionary that a message names. Each topic has dictionaries of its own, so no device can give another one a dictionary.
 *
 * @param topic topic of the message
 * @param name name of the dictionary, from 0 to 2^48 - 1
 */
public record DictionaryName(String topic, long name) {
    @Override
    public String toString() {
        return Dictionary.text(name) + " of " + topic;
    }
}
