package dev.velella.view;

import dev.velella.view.answer.CompiledView;
import dev.velella.view.data.StaticData;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import dev.velella.view.rules.RulesView;
import dev.velella.view.shapes.ShapesView;
import dev.velella.view.sparql.ConstructView;
import dev.velella.view.sparql.SelectView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All views of one epoch: definitions that were read, checked, and joined with the static data. The same arguments give
 * the same views. Immutable and thread-safe.
 */
public final class ViewSet {
    private final List<View> views;
    private final long epoch;

    private ViewSet(List<View> views, long epoch) {
        this.views = List.copyOf(views);
        this.epoch = epoch;
    }

    /**
     * Compiles definitions.
     *
     * @param fixed what all streams share
     * @param epoch number of the definitions and static data, which answers name
     * @throws ViewRefusedException for the first definition that is refused, and for a name that is there twice
     */
    public static ViewSet compile(List<ViewDefinition> definitions, StaticData fixed, long epoch) {
        List<View> views = new ArrayList<>();
        for (ViewDefinition definition : definitions) {
            if (views.stream().anyMatch(other -> other.name().equals(definition.name()))) {
                throw new ViewRefusedException(
                        Refusal.DEFINITION, definition.name(), "name", "another view has it too");
            }
            views.add(new View(views.size(), definition, compiled(definition, fixed), fixed));
        }
        return new ViewSet(views, epoch);
    }

    private static CompiledView compiled(ViewDefinition definition, StaticData fixed) {
        return switch (definition.kind()) {
            case CONSTRUCT -> new ConstructView(definition, fixed);
            case SELECT -> new SelectView(definition, fixed);
            case RULES -> new RulesView(definition, fixed);
            case SHACL -> new ShapesView(definition, fixed);
        };
    }

    /** In the order of their definitions. */
    public List<View> views() {
        return views;
    }

    public Optional<View> view(String name) {
        return views.stream().filter(view -> view.name().equals(name)).findFirst();
    }

    public long epoch() {
        return epoch;
    }

    /** What evaluates the views, for one thread. */
    public ViewEngine newEngine() {
        return new ViewEngine(this);
    }
}
