using Advisor.Service.Series;
using Advisor.Web.Timeline;

namespace Advisor.Web.Resource;

/// <summary>Response of GET /api/series: the history of a resource in columns.</summary>
/// <param name="From">Start of the first point.</param>
/// <param name="Step">Length of a point in seconds.</param>
/// <param name="Count">Number of points in each column.</param>
/// <param name="Required">Units required by all known limits together.</param>
/// <param name="RequiredByLimit">Required units by limit; limits that were never known are absent.</param>
/// <param name="Units">Units in force as steps; null in a step = not known from then on.</param>
/// <param name="Forecast">That of the newest evaluation; absent without one, or where no number of units carries a limit.</param>
/// <param name="Marks">Changes and alerts, oldest first.</param>
/// <param name="Problems">One sentence for each day that cannot be read, which is a gap.</param>
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

/// <summary>Forecast of the newest evaluation.</summary>
/// <param name="At">Time of the evaluation, from which the horizons count.</param>
/// <param name="Required">Units required at the time of the evaluation, at which the forecast starts; absent when not known.</param>
internal sealed record SeriesForecast(DateTimeOffset At, double? Required, IReadOnlyList<SeriesHorizon> Horizons);

/// <summary>Quantiles of the maximum of the required units from the evaluation to a horizon.</summary>
/// <param name="Minutes">Horizon in minutes.</param>
/// <param name="Median">50 % likely not to be exceeded.</param>
/// <param name="Upper">80 % likely not to be exceeded.</param>
/// <param name="High">95 % likely not to be exceeded.</param>
internal sealed record SeriesHorizon(double Minutes, double Median, double Upper, double High);
