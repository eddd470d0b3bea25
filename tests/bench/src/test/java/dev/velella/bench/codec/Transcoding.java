package dev.velella.bench.codec;

import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.transcode.JellyTranscoder;
import dev.velella.jelly.transcode.TranscodedStream;
import dev.velella.jelly.value.LightValueFactory;
import eu.neverblink.jelly.core.JellyTranscoderFactory;
import eu.neverblink.jelly.core.ProtoTranscoder;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import java.io.IOException;
import java.util.Locale;

/**
 * A contender for joining frames of Jelly into one stream. All read the same bytes, those that Jelly-JVM has written, and
 * make one array of bytes of each frame.
 */
public enum Transcoding {
    /** This project's transcoder. */
    VELELLA {
        @Override
        Joining joining(Framing framing) {
            TranscodedStream stream = new JellyTranscoder(joined(), Limits.DEFAULT).stream("");
            return framing.isStateful()
                    ? stream::next
                    : frame -> {
                        byte[] next = stream.next(frame);
                        stream.end();
                        return next;
                    };
        }
    },

    /** This project's decoder, and its encoder, which writes a running stream. */
    DECODE_ENCODE {
        @Override
        Joining joining(Framing framing) {
            JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
            JellyGraphEncoder encoder = new JellyGraphEncoder(joined(), Limits.DEFAULT);
            return framing.isStateful()
                    ? frame -> encoder.encodeNext(decoder.decodeNext(frame))
                    : frame -> encoder.encodeNext(decoder.decode(frame));
        }
    },

    /** The transcoder of Jelly-JVM. It parses and makes messages, and checks the options of every stream. */
    JELLY_JVM {
        @Override
        Joining joining(Framing framing) {
            ProtoTranscoder transcoder = JellyTranscoderFactory.fastMergingTranscoder(
                    eu.neverblink.jelly.core.JellyOptions.DEFAULT_SUPPORTED_OPTIONS,
                    JellyJvmGraphs.options(Framing.STATEFUL));
            return frame ->
                    transcoder.ingestFrame(RdfStreamFrame.parseFrom(frame)).toByteArray();
        }
    };

    /** Joins the frames of one stream, or frames that are streams of their own. */
    interface Joining {
        /** The next frame of the joined stream. */
        byte[] next(byte[] frame) throws IOException;
    }

    /** Begins a joined stream. */
    abstract Joining joining(Framing framing);

    private static JellyOptions joined() {
        return VelellaGraphs.options(Framing.STATEFUL);
    }

    /** As it stands in the names of figures. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
