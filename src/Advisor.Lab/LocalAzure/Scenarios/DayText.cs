using System.Text.Json;
using System.Text.Json.Serialization;

namespace Advisor.Lab.LocalAzure.Scenarios;

/// <summary>JSON form of a <see cref="DayScenario"/>. A value missing or null in the JSON is null here; the scenario reports it.</summary>
internal sealed record DayText(
    DateTimeOffset? Start,
    double? Hours,
    IReadOnlyList<ResourceText?>? Resources,
    IReadOnlyList<RegionText?>? Regions = null
);

internal sealed record RegionText(string? Region, IReadOnlyList<StepText?>? Steps);

internal sealed record ResourceText(
    string? Name,
    string? Region,
    int? Units,
    double? Connections,
    IReadOnlyDictionary<string, string>? Tags = null,
    string? Sku = null,
    string? Shape = null,
    string? Shows = null,
    IReadOnlyList<StepText?>? Steps = null
);

/// <param name="From">Time since the start: 09:30:00, or 1.00:00:00 for the second day.</param>
internal sealed record StepText(
    TimeSpan? From,
    TimeSpan? Until,
    int? Every = null,
    int? For = null,
    double? Connections = null,
    double? StuckServerLoad = null,
    double? SystemErrors = null,
    double? Opens = null,
    IReadOnlyDictionary<string, double>? Closes = null,
    bool MetricsMissing = false
);

/// <summary>Reads scenarios: comments and trailing commas are allowed, unknown names are not.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true
)]
[JsonSerializable(typeof(DayText))]
internal sealed partial class DayJson : JsonSerializerContext;
