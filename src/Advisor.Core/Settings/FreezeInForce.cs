using Advisor.Core.Quantities;

namespace Advisor.Core.Settings;

/// <summary>Freeze of an instant: the settings forbid changes from it on, for one window or several without a break.</summary>
/// <param name="IsStrict">Whether a window of that instant applies in a sustained overload too.</param>
/// <param name="Names">Names of the windows until <paramref name="End"/>, without repetition.</param>
/// <param name="End">First instant after it that no freeze includes, UTC.</param>
public sealed record FreezeInForce(bool IsStrict, IReadOnlyList<string> Names, DateTimeOffset End)
{
    /// <summary>Returns the freeze at an instant; null if there is none.</summary>
    internal static FreezeInForce? Find(IReadOnlyList<PlannedWindow> windows, DateTimeOffset at)
    {
        List<PlannedWindow>? found = null;
        foreach (var window in windows)
        {
            if (window.IsFreeze && at >= window.Start && at < window.End)
            {
                (found ??= []).Add(window);
            }
        }

        return found is null ? null : Create(windows, found);
    }

    /// <summary>Returns "the year end allows no change before 2026-01-05 02:02 UTC", without a full stop.</summary>
    public string Describe() =>
        $"{Wording.JoinWords(Names, "and")} {(Names.Count == 1 ? "allows" : "allow")} no change before "
        + $"{End.UtcDateTime:yyyy-MM-dd HH:mm} UTC";

    private static FreezeInForce Create(IReadOnlyList<PlannedWindow> windows, List<PlannedWindow> inForce)
    {
        // The one that lasts the longest alone, as far as it goes; then those that go on where it ends.
        var longest = inForce.MaxBy(window => window.End)!;
        var (names, end) = (new List<string> { longest.Name }, longest.End);
        while (windows.Where(other => other.IsFreeze && other.Start <= end && other.End > end).MaxBy(other => other.End) is { } next)
        {
            (names, end) = ([.. names, next.Name], next.End);
        }

        return new(inForce.Exists(window => window.IsStrict), [.. names.Distinct(StringComparer.Ordinal)], end);
    }
}
