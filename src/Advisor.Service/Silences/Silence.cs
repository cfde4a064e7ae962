using System.Text.Json.Serialization;

namespace Advisor.Service.Silences;

/// <summary>Suppresses matching notifications for a time; created by a person for a reason.</summary>
public sealed record Silence
{
    public required string Id { get; init; }

    /// <summary>Labels and values that must all match; values may be a resource id, a team, an alert.</summary>
    public required IReadOnlyDictionary<string, string> Matchers { get; init; }

    public required string Author { get; init; }

    public required string Reason { get; init; }

    /// <summary>First instant, inclusive.</summary>
    public required DateTimeOffset Start { get; init; }

    /// <summary>End, exclusive.</summary>
    public required DateTimeOffset End { get; init; }

    [JsonIgnore]
    public string? ETag { get; init; }

    /// <summary>Creates the id of a silence from the command line: 12 hexadecimal digits.</summary>
    public static string CreateId(Guid random) => random.ToString("N")[..12];

    public bool IsActive(DateTimeOffset now) => Start <= now && now < End;
}
