#!/bin/bash
# Kafka's tool that writes lines to a topic, under the name and with the arguments that it has in the official image.
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' org.apache.kafka.tools.ConsoleProducer "$@"
