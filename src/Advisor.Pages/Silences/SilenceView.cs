using Advisor.Pages.Shared;

namespace Advisor.Pages.Silences;

/// <summary>The question: one of <see cref="Form"/> and <see cref="SignIn"/> is there.</summary>
/// <param name="Labels">What a notification must match, all of it.</param>
/// <param name="Problem">What is wrong with what was filled in; null at first.</param>
public sealed record SilenceView(IReadOnlyList<Fact> Labels, string? Problem, FormView? Form, SignInView? SignIn, QuietPeriodView Fields);

/// <summary>A silence in force.</summary>
/// <param name="Facts">Who made it, when and why.</param>
public sealed record SilenceActiveView(DateTimeOffset Until, IReadOnlyList<Fact> Labels, IReadOnlyList<Fact> Facts, FormView Form);

/// <summary>A silence that was ended.</summary>
public sealed record SilenceEndedView(IReadOnlyList<Fact> Labels);
