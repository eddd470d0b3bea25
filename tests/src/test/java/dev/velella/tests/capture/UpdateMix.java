package dev.velella.tests.capture;

import java.util.SplittableRandom;

/**
 * SPARQL updates of a shop in the manner of the Berlin SPARQL Benchmark's explore-and-update mix: new products, offers and
 * reviews, and now and then an offer that ends. Of 19 changed triples about one is deleted. The same seed gives the same
 * updates. Not thread-safe.
 */
final class UpdateMix {
    private static final String BEGIN = "PREFIX v: <http://shop.example/vocabulary/>\n"
            + "PREFIX i: <http://shop.example/instances/>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n";

    private final SplittableRandom random;
    private final int writer;
    private int offers;
    private int products;
    private int reviews;
    private int ended;

    /** @param writer names its things */
    UpdateMix(int writer, long seed) {
        this.writer = writer;
        random = new SplittableRandom(seed + writer);
    }

    /** An update that inserts so many products, as a shop has them before anybody buys. */
    String stock(int count) {
        StringBuilder text = new StringBuilder(BEGIN).append("INSERT DATA { ");
        for (int i = 0; i < count; i++) {
            text.append(newProduct());
        }
        return text.append("}").toString();
    }

    /** The next update. */
    String next() {
        int kind = random.nextInt(20);
        if (kind == 0 && ended < offers) {
            String offer = offer(ended++);
            return BEGIN + "DELETE WHERE { " + offer + " ?p ?o }";
        } else if (kind == 1) {
            return BEGIN + "DELETE { " + product() + " v:stock ?old } INSERT { " + product() + " v:stock "
                    + random.nextInt(1000) + " } WHERE { OPTIONAL { " + product() + " v:stock ?old } }";
        } else if (kind < 8) {
            return BEGIN + "INSERT DATA { " + newProduct() + " }";
        } else if (kind < 14) {
            return BEGIN + "INSERT DATA { " + newOffer() + newOffer() + " }";
        }
        return BEGIN + "INSERT DATA { GRAPH i:Reviews" + writer + " { " + newReview() + newReview() + " } }";
    }

    private String offer(int n) {
        return "i:Offer" + writer + "-" + n;
    }

    private String product() {
        return "i:Product" + writer + "-" + (products == 0 ? 0 : random.nextInt(products));
    }

    private String newProduct() {
        StringBuilder text = new StringBuilder("i:Product" + writer + "-" + products++ + " a v:Product ");
        text.append("; v:label \"product ").append(random.nextInt(100_000)).append("\"@en ");
        for (int feature = 0; feature < 9; feature++) {
            text.append("; v:productFeature i:Feature")
                    .append(random.nextInt(500))
                    .append(' ');
        }
        for (int property = 1; property < 6; property++) {
            text.append("; v:numeric")
                    .append(property)
                    .append(' ')
                    .append(random.nextInt(2000))
                    .append(' ');
        }
        return text + ". ";
    }

    private String newOffer() {
        return offer(offers++) + " a v:Offer ; v:product " + product() + " ; v:vendor i:Vendor" + random.nextInt(50)
                + " ; v:price \"" + random.nextInt(10_000) + ".5\"^^xsd:decimal ; v:deliveryDays " + random.nextInt(14)
                + " ; v:validTo \"2027-0" + (1 + random.nextInt(9))
                + "-01\"^^xsd:date ; v:offerWebpage <http://shop.example/"
                + writer + "/" + offers + "> . ";
    }

    private String newReview() {
        return "i:Review" + writer + "-" + reviews++ + " a v:Review ; v:reviewFor " + product()
                + " ; v:reviewer [ v:name \"r"
                + random.nextInt(1000) + "\" ] ; v:rating1 " + random.nextInt(10) + " ; v:rating2 " + random.nextInt(10)
                + " ; v:text \"review " + random.nextInt(1_000_000) + " says much\"@en . ";
    }
}
