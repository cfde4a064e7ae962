using Advisor.State.Series;

namespace Advisor.Api.Overview;

/// <summary>What GET /api/series answers: a picture of a resource in columns.</summary>
/// <param name="From">The start of the first point.</param>
/// <param name="Step">Seconds of a point.</param>
/// <param name="Count">Points of each column.</param>
/// <param name="Required">Units required by all known limits together.</param>
/// <param name="RequiredByLimit">The same by limit; limits that were never known are absent.</param>
/// <param name="Units">The units in force as steps; null in one = not known from then on.</param>
/// <param name="Marks">Changes and alerts, oldest first.</param>
/// <param name="Problems">A sentence for each day that cannot be read: it is a gap.</param>
internal sealed record SeriesAnswer(
    string ResourceId,
    DateTimeOffset From,
    DateTimeOffset Before,
    int Step,
    int Count,
    SeriesBand Required,
    IReadOnlyDictionary<string, SeriesBand> RequiredByLimit,
    IReadOnlyList<SeriesStep> Units,
    SeriesForecast? Forecast,
    IReadOnlyList<TimelineEntry> Marks,
    IReadOnlyList<string> Problems
);

/// <summary>Units in force from an instant on; absent = not known.</summary>
internal sealed record SeriesStep(DateTimeOffset At, int? Units);

/// <summary>The forecast of the newest evaluation.</summary>
/// <param name="At">The evaluation; the horizons count from here.</param>
internal sealed record SeriesForecast(DateTimeOffset At, IReadOnlyList<SeriesHorizon> Horizons);

/// <summary>The maximum of the required units from the evaluation to a horizon.</summary>
/// <param name="Minutes">The horizon.</param>
/// <param name="Median">50 % likely to stay at or under it.</param>
/// <param name="Upper">80 % likely.</param>
/// <param name="High">95 % likely.</param>
internal sealed record SeriesHorizon(double Minutes, double Median, double Upper, double High);
