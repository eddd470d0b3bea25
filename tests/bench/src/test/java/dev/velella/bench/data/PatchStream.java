package dev.velella.bench.data;

import dev.velella.rdf.RdfPatch;
import java.util.List;
import java.util.Locale;

/** Streams of patches that contenders write and read; the same on every machine and in every run. */
public enum PatchStream {
    /** Between consecutive graphs of {@link Workload#WEATHER}, in the order of the graphs. */
    WEATHER_PATCHES {
        @Override
        public List<RdfPatch> patches(int count) {
            return Workload.WEATHER.patches(count);
        }
    },

    /** The same with rows sorted by subject, predicate and object. */
    WEATHER_PATCHES_SORTED {
        @Override
        public List<RdfPatch> patches(int count) {
            return Workload.sorted(Workload.WEATHER.patches(count));
        }
    },

    /** From each product of {@link Workload#BSBM} to the next. */
    BSBM_PATCHES {
        @Override
        public List<RdfPatch> patches(int count) {
            return Workload.BSBM.patches(count);
        }
    },

    /** The same, sorted. */
    BSBM_PATCHES_SORTED {
        @Override
        public List<RdfPatch> patches(int count) {
            return Workload.sorted(Workload.BSBM.patches(count));
        }
    },

    /** {@link BsbmUpdates}. */
    BSBM_UPDATES {
        @Override
        public List<RdfPatch> patches(int count) {
            return Terms.sharedPatches(new BsbmUpdates(1).next(count));
        }
    };

    /** The first patches. Equal terms are one object. */
    public abstract List<RdfPatch> patches(int count);

    /** As it stands in the names of scenarios and figures. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
