using Advisor.Web.Shared;

namespace Advisor.Web.Resource;

/// <summary>Known facts about a resource.</summary>
/// <param name="Recommendation">The recommendation; null when there is none.</param>
/// <param name="Decisions">Newest first.</param>
/// <param name="Changes">Newest first.</param>
public sealed record ResourceView(
    SizeView Size,
    IReadOnlyList<Fact> Facts,
    RecommendationView? Recommendation,
    IReadOnlyList<HistoryEntry> Decisions,
    IReadOnlyList<HistoryEntry> Changes
);

/// <summary>
/// A recommendation with the form to snooze it; one of <see cref="Snooze"/>, <see cref="SignIn"/> and <see cref="Fields"/> is set.
/// </summary>
/// <param name="Problem">Problem of the input; null at first.</param>
/// <param name="Snooze">The snooze in force.</param>
public sealed record RecommendationView(
    SizeView From,
    SizeView To,
    string? Problem,
    FormView Form,
    SnoozeView? Snooze,
    SignInView? SignIn,
    QuietPeriodView? Fields
);

/// <summary>A snooze in force.</summary>
/// <param name="Until">End of the snooze; null when the recommendation was dismissed.</param>
/// <param name="Facts">Author, time and reason of the snooze.</param>
public sealed record SnoozeView(DateTimeOffset? Until, IReadOnlyList<Fact> Facts, FormView Form);

/// <summary>Result of the Snooze and the Dismiss button.</summary>
public sealed record SnoozedView(string Name, SizeView From, SizeView To, SnoozeView Snooze);

/// <summary>A past decision or change.</summary>
/// <param name="Title">Title: the size or the sizes, and what was decided.</param>
/// <param name="Outcome">Outcome: its result.</param>
/// <param name="By">Person who did it; null for Advisor.</param>
/// <param name="Texts">Reasons, or the course of a change.</param>
public sealed record HistoryEntry(string Title, string Outcome, Tone Tone, DateTimeOffset At, string? By, IReadOnlyList<string> Texts)
{
    /// <summary>What the entry is known by while its outcome changes.</summary>
    internal string Key => $"{At.UtcDateTime:o} {Title}";
}
