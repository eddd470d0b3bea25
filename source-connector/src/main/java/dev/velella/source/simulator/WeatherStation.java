package dev.velella.source.simulator;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The weather at one station, and the sensors that look at it. The weather changes with every {@link #step}; a sensor
 * reads it at its own interval (the intervals of a Davis Vantage Pro 2, in elements of about ten seconds) and keeps its
 * reading in between.
 *
 * <p>Every reading follows from the seed, the station's number and the start: the order of random draws is part of the
 * contract, and arithmetic is limited to {@code + - * /} on doubles, evaluated from left to right. The data use these
 * units: degrees Fahrenheit, inches of mercury, miles per hour. Not thread-safe.
 */
final class WeatherStation {
    private final SplitMix64 random;
    private LocalDateTime time;

    /** Steps taken. */
    private long steps;

    private double temperature = 54.4;
    private double temperatureTarget = 46.0;
    private double pressure = 30.651;
    private double pressureTarget = 31.10;
    private double humidityOffset;
    private double cloud = 0.6;
    private double cloudTarget = 0.6;
    private double meanWind = 3.6;
    private double meanWindTarget = 6.0;
    private double gust;
    private double windDirection = 224.0;
    private double averageWind = 3.4;
    private long rainStepsLeft;
    private long rainRate;

    // The readings of the sensors: whole numbers in the smallest step of the sensor.
    private long humidityReading = 71;
    private long pressureReading;
    private long rainReading;
    private long sunReading;
    private long temperatureReading;
    private long uvReading;
    private long directionReading;
    private long windReading = 4;
    private long averageReading = 3;

    /** @param index number of the station, from 0; only the first one starts in the standard weather */
    WeatherStation(long seed, int index, LocalDateTime start) {
        random = new SplitMix64((seed * 0x632BE59BD9B4E019L) ^ (index * 0xD1342543DE82EF95L));
        time = start;
        if (index != 0) {
            temperature += 6 * random.normal();
            pressure += 0.05 * random.normal();
            windDirection = 360 * random.uniform();
            meanWind += random.uniform();
        }
        pressureReading = round(pressure * 1000);
        temperatureReading = round(temperature * 10);
        directionReading = Math.floorMod(round(windDirection), 360L);
    }

    /** Time of the next step or of the step that was just taken, UTC. */
    LocalDateTime time() {
        return time;
    }

    /** Lexical forms of the readings, in the order of {@link WeatherProperty#ALL}. */
    List<String> values() {
        return List.of(
                Long.toString(humidityReading),
                decimal(pressureReading, 3),
                decimal(rainReading, 2),
                Long.toString(sunReading),
                decimal(temperatureReading, 1),
                Long.toString(uvReading),
                Long.toString(directionReading),
                Long.toString(windReading),
                Long.toString(averageReading));
    }

    /** Moves the clock on by about ten seconds. */
    void tick() {
        time = time.plus(10_080_200 + round(3000 * random.normal()), ChronoUnit.MICROS);
    }

    /** Computes one step of the weather, and the readings of the sensors. */
    void step() {
        double season = season();
        double sunHeight = sunHeight(season);
        chooseTargets(season);
        moveWeather(season, sunHeight);
        readWind();
        readTemperatureAndPressure();
        readHumidity(sunHeight);
        readSun((290.0 + 620.0 * season) * sunHeight * (0.3 + 0.7 * sunHeight));
        readRain();
        steps++;
    }

    /** 0 at the winter solstice, 1 at the summer solstice. */
    private double season() {
        double x = ((time.getDayOfYear() + 10) % 365) / 365.0;
        double triangle = 1.0 - Math.abs(2.0 * x - 1.0);
        return triangle * triangle * (3.0 - 2.0 * triangle);
    }

    /** 0 by night, up to 1 at noon. */
    private double sunHeight(double season) {
        double hour = time.getHour() + time.getMinute() / 60.0 + time.getSecond() / 3600.0;
        double dayLength = 7.7 + 9.1 * season;
        double q = (hour - (11.65 - dayLength / 2)) / dayLength;
        return 0.0 < q && q < 1.0 ? 4.0 * q * (1.0 - q) : 0.0;
    }

    /** Chooses new weather to move towards, from time to time. */
    private void chooseTargets(double season) {
        if (random.uniform() < 1 / 1500.0) {
            cloudTarget = random.uniform();
        }
        if (random.uniform() < 1 / 1200.0) {
            meanWindTarget = 2.0 + 13.0 * random.uniform() * random.uniform();
        }
        if (random.uniform() < 1 / 6000.0) {
            temperatureTarget = 20.0 + 34.0 * random.uniform() + 30.0 * season;
        }
        if (random.uniform() < 1 / 9000.0) {
            pressureTarget = 28.95 + 2.15 * random.uniform();
        }
    }

    private void moveWeather(double season, double sunHeight) {
        cloud += 0.004 * (cloudTarget - cloud) + 0.010 * random.normal();
        cloud = cloud < 0 ? 0.0 : cloud > 1 ? 1.0 : cloud;
        meanWind += 0.004 * (meanWindTarget - meanWind);
        windDirection = modulo(windDirection + 0.9 * random.normal(), 360.0);
        double daily = (6.0 + 8.0 * season) * (sunHeight - 0.45) * (1.0 - 0.5 * cloud);
        temperature += 0.0006 * (temperatureTarget + daily - temperature) + 0.010 * random.normal();
        pressure += 0.0001 * (pressureTarget - pressure);
        humidityOffset += -0.0005 * humidityOffset + 0.05 * random.normal();
    }

    private void readWind() {
        gust = 0.35 * gust + 0.94 * random.normal();
        windReading = Math.max(round(meanWind * (1.0 + 0.34 * gust)), 0);
        double noise = random.normal();
        if (windReading > 0) {
            directionReading = Math.floorMod(round(windDirection + 22.0 * noise), 360L);
        }
        averageWind += (windReading - averageWind) / 60.0;
        if (Math.abs(averageWind - averageReading) > 0.51) {
            averageReading = round(averageWind);
        }
    }

    private void readTemperatureAndPressure() {
        temperatureReading = round((temperature + 0.014 * random.normal()) * 10);
        if (steps % 6 == 1) {
            pressureReading = round((pressure + 0.0005 * random.normal()) * 1000);
        }
    }

    private void readHumidity(double sunHeight) {
        if (steps % 5 != 0) {
            return;
        }
        double humidity = 84.0
                + humidityOffset
                - 0.55 * (temperature - temperatureTarget)
                + 8.0 * (cloud - 0.5)
                - 12.0 * sunHeight;
        humidity = humidity > 99 ? 99.0 : humidity < 22 ? 22.0 : humidity;
        if (Math.abs(humidity - humidityReading) > 0.7) {
            humidityReading = round(humidity);
        }
    }

    private void readSun(double clearSky) {
        if (steps % 5 == 2) {
            sunReading = Math.max(round(clearSky * (1.0 - 0.85 * cloud) * (1.0 + 0.02 * random.normal())), 0);
        }
        if (steps % 5 == 4) {
            uvReading = (long) (sunReading * 0.045);
        }
    }

    private void readRain() {
        if (rainStepsLeft > 0) {
            rainStepsLeft--;
        } else if (cloud > 0.75 && random.uniform() < 1 / 2500.0) {
            rainStepsLeft = 30 + (long) (700 * random.uniform());
        }
        if (steps % 2 == 0) {
            rainRate = rainStepsLeft == 0 ? 0 : nextRainRate();
            rainReading = rainRate;
        }
    }

    private long nextRainRate() {
        if (random.uniform() < 0.05 || rainRate == 0) {
            return 1 + (long) (12 * random.uniform() * random.uniform());
        }
        return rainRate;
    }

    /** Rounds half up, towards positive infinity. */
    private static long round(double x) {
        return (long) Math.floor(x + 0.5);
    }

    /** Remainder with the sign of the divisor, which is positive. */
    private static double modulo(double x, double divisor) {
        double remainder = x % divisor;
        return remainder < 0 ? remainder + divisor : remainder == 0 ? 0.0 : remainder;
    }

    /** Fixed-point number as the shortest decimal that has a fraction digit: 30650 with 3 places is 30.65. */
    private static String decimal(long units, int places) {
        long power = 1;
        for (int i = 0; i < places; i++) {
            power *= 10;
        }
        long magnitude = Math.abs(units);
        String digits = Long.toString(magnitude % power);
        String fraction = "0".repeat(places - digits.length()) + digits;
        int end = fraction.length();
        while (end > 1 && fraction.charAt(end - 1) == '0') {
            end--;
        }
        return (units < 0 ? "-" : "") + magnitude / power + "." + fraction.substring(0, end);
    }
}
