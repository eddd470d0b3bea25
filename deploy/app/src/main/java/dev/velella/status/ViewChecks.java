package dev.velella.status;

import dev.velella.status.state.DiffState.Instance;
import dev.velella.status.state.ViewsState;
import dev.velella.status.state.ViewsState.ViewState;
import dev.velella.view.options.ViewConfig;

/** Whether the view app runs, and answers all its views. Stateless. */
final class ViewChecks {
    private static final String PART = "views";

    private ViewChecks() {}

    static void check(Facts facts, Findings findings) {
        ViewsState app = facts.state().views();
        if (app == null) {
            return;
        }
        String id = app.applicationId();
        DiffChecks.ready("view app", id, app.instances(), Check.VIEW_APP_NOT_READY, PART, findings);
        if (app.isStopped() && app.instances().stream().noneMatch(Instance::ready)) {
            findings.add(
                    Check.VIEW_APP_NOT_READY,
                    PART,
                    id,
                    "No instance of the view app " + id + " runs, so its answers stand still"
                            + (app.lag() == null ? "" : "; " + Words.count(app.lag(), "record") + " wait"),
                    "Start it (velella view-app --config FILE), and look at the end of its log if it has ended by itself. It goes"
                            + " on after its last commit; nothing is lost while retention keeps its input. An app that is given up is no trouble"
                            + " once its topic " + ViewConfig.epochsTopic(id) + " is deleted.");
        }
        for (ViewState view : app.views()) {
            if (!view.refused().isEmpty()) {
                refused(
                        view.name(),
                        "The view " + view.name() + " is refused, and its answers are taken back: " + view.refused(),
                        findings);
            }
        }
        for (Instance instance : app.instances()) {
            // What is refused of views that hold was said above.
            String rest = instance.ready() ? instance.reason().replaceFirst("^refused: ", "") : "";
            for (ViewState view : app.views()) {
                rest = rest.replace(view.refused(), "");
            }
            if (!rest.replace(";", "").isBlank()) {
                refused(id, "The view app has refused a definition: " + instance.reason(), findings);
            }
        }
        double letters = DiffChecks.total(facts, "dead_letters_total", true)
                + DiffChecks.total(facts, "records_skipped_total", true);
        long old = app.oldAnswers() == null ? 0 : app.oldAnswers();
        if (findings.grew("views refused", letters) || old > 0) {
            findings.add(
                    Check.REFUSED_BY_VIEW_APP,
                    PART,
                    id,
                    "The view app has refused " + Words.count((long) letters, "element") + ", and has "
                            + Words.count(old, "old answer") + ", after which one failed",
                    "Read the reasons: the dead letters of the app (velella.dead.letter.topic), or its log. Raise timeout.ms or"
                            + " max.rows of the view, correct its columns, or repair the sender. A stream whose answer is old is"
                            + " asked again with its next element.");
        }
        DiffChecks.lost("view app", id, DiffChecks.total(facts, "records_lost_total", true), findings);
    }

    private static void refused(String where, String says, Findings findings) {
        findings.add(
                Check.VIEW_REFUSED,
                PART,
                where,
                says,
                "Write the definition anew: as a record of velella.views.topic, or in velella.views.dir and start the app again."
                        + " The app then answers it for all streams.");
    }
}
