namespace Advisor.Service.Silences;

/// <summary>Labels that a silence can match (alert, team, region, resource, channel), each with one value.</summary>
public static class SilenceLabels
{
    private const int MaxValueLength = 500;

    public static IReadOnlyList<string> All { get; } = ["alert", "resource", "team", "region", "channel"];

    /// <summary>Returns what is wrong with matchers, as one sentence; null when they are valid.</summary>
    public static string? FindProblem(IReadOnlyDictionary<string, string> matchers) =>
        matchers.Count == 0 ? "A silence needs something to match."
        : matchers.Keys.FirstOrDefault(label => !All.Contains(label)) is { } unknown
            ? $"A silence cannot match '{unknown}'; use one of {string.Join(", ", All)}."
        : matchers.Values.Any(value => value.Length is 0 or > MaxValueLength)
            ? $"A value to match must have 1 to {MaxValueLength} characters."
        : null;

    /// <summary>Returns the labels in a fixed order, whatever the order of the dictionary.</summary>
    public static IReadOnlyList<KeyValuePair<string, string>> Sort(IReadOnlyDictionary<string, string> matchers) =>
        [.. All.Where(matchers.ContainsKey).Select(label => KeyValuePair.Create(label, matchers[label]))];
}
