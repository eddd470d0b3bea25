package dev.velella.grpc.publish;

import io.grpc.Metadata;
import io.grpc.Status;

/**
 * Writes the frames of one call into a topic. Each writer tells its call the outcome: it is done, or has failed. Methods
 * are called by one thread at a time.
 */
interface FrameWriter {
    /**
     * Writes a frame, or leaves it out if the topic has it already.
     *
     * @throws io.grpc.StatusRuntimeException if the frame is refused
     * @throws org.apache.kafka.common.KafkaException if Kafka refuses, or cannot be reached
     */
    void write(Publication publication);

    /** Whether the call may send its next frame now. If not, the writer asks for it later. */
    boolean wantsMore();

    /**
     * No frame follows. The writer calls {@link CallEnd#done} when all frames are in the topic.
     *
     * @throws io.grpc.StatusRuntimeException as {@link #write}
     * @throws org.apache.kafka.common.KafkaException as {@link #write}
     */
    void finish();

    /**
     * The call ends before its last frame. The frames that were written stay if that is certain.
     *
     * @param keep whether frames under way are waited for, and an open transaction is committed
     * @return trailers that say how far the writer came
     */
    Metadata abandon(boolean keep);

    /** Receives the outcome; may be called by any thread. */
    interface CallEnd {
        /** All frames are in the topic. */
        void done();

        /** Kafka has refused a frame, or cannot be reached. */
        void failed(Status status);

        /** The call may send another frame. */
        void more();
    }
}
