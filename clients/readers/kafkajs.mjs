// Reads a topic with KafkaJS: node kafkajs.mjs SERVERS TOPIC GROUP
// Node.js 22.15 and newer has zstd; KafkaJS has not.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import kafkajs from 'kafkajs'
import { show } from './lines.mjs'

const { Kafka, CompressionCodecs, CompressionTypes, logLevel } = kafkajs
const [servers, topic, group] = process.argv.slice(2)
CompressionCodecs[CompressionTypes.ZSTD] = () => ({
  compress: async encoder => zstdCompressSync(encoder.buffer),
  decompress: async bytes => zstdDecompressSync(bytes)
})

const kafka = new Kafka({ brokers: servers.split(','), logLevel: logLevel.ERROR })
const consumer = kafka.consumer({ groupId: group })
await consumer.connect()
await consumer.subscribe({ topic, fromBeginning: true })
await consumer.run({
  autoCommitInterval: 500,
  eachMessage: async ({ message }) => show(message.offset, message.key, message.value, Object.entries(message.headers))
})
