using Advisor.Pages.Shared;

namespace Advisor.Pages.Resources;

/// <summary>What is known of a resource.</summary>
/// <param name="Recommendation">Null where nothing is recommended.</param>
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
/// A recommendation with the form that snoozes it; one of <see cref="Snooze"/>, <see cref="SignIn"/> and <see cref="Fields"/> is there.
/// </summary>
/// <param name="Problem">What is wrong with what was filled in; null at first.</param>
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
/// <param name="Until">Null where the recommendation was dismissed.</param>
/// <param name="Facts">Who snoozed it, when and why.</param>
public sealed record SnoozeView(DateTimeOffset? Until, IReadOnlyList<Fact> Facts, FormView Form);

/// <summary>The answer to the Snooze and the Dismiss button.</summary>
public sealed record SnoozedView(string Name, SizeView From, SizeView To, SnoozeView Snooze);

/// <summary>A decision or a change of the past.</summary>
/// <param name="Title">The size, or the sizes, and what was decided.</param>
/// <param name="Outcome">What became of it.</param>
/// <param name="By">Who did it; null where it was Advisor.</param>
/// <param name="Texts">Why, or how it went.</param>
public sealed record HistoryEntry(string Title, string Outcome, Tone Tone, DateTimeOffset At, string? By, IReadOnlyList<string> Texts);
