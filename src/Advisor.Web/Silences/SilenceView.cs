using Advisor.Web.Shared;

namespace Advisor.Web.Silences;

/// <summary>The request; either <see cref="Form"/> or <see cref="SignIn"/> is set.</summary>
/// <param name="Labels">Labels that a notification must match, all of them.</param>
/// <param name="Problem">Problem of the input; null at first.</param>
public sealed record SilenceView(IReadOnlyList<Fact> Labels, string? Problem, FormView? Form, SignInView? SignIn, QuietPeriodView Fields);

/// <summary>A silence in force.</summary>
/// <param name="Facts">Author, time and reason of the silence.</param>
public sealed record SilenceActiveView(DateTimeOffset Until, IReadOnlyList<Fact> Labels, IReadOnlyList<Fact> Facts, FormView Form);

/// <summary>A silence that has been ended.</summary>
public sealed record SilenceEndedView(IReadOnlyList<Fact> Labels);
