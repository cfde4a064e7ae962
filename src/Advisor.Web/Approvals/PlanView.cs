using Advisor.Web.Shared;

namespace Advisor.Web.Approvals;

/// <summary>A change that requires approval.</summary>
/// <param name="Facts">Known facts: resource, cost, who asks and until when.</param>
/// <param name="Reasons">Reasons of the decision, as sentences.</param>
public sealed record PlanView(SizeView From, SizeView To, IReadOnlyList<Fact> Facts, IReadOnlyList<string> Reasons);

/// <summary>The request; either <see cref="Form"/> or <see cref="SignIn"/> is set.</summary>
/// <param name="Plan">The plan; null when the stored plan cannot be read.</param>
/// <param name="SignedInAs">Signed-in person; null when not known.</param>
/// <param name="AnswerUntil">Deadline of the answer; nothing is changed after it.</param>
public sealed record ApprovalView(PlanView? Plan, FormView? Form, SignInView? SignIn, string? SignedInAs, DateTimeOffset AnswerUntil);

/// <summary>The answer given, and the result.</summary>
/// <param name="FirstAnswerAt">When the answer that counts was given, if the reader's came later.</param>
public sealed record ApprovalOutcomeView(
    Tone Tone,
    string Outcome,
    DateTimeOffset? FirstAnswerAt,
    IReadOnlyList<Fact> Facts,
    PlanView? Plan
);

/// <summary>An approval that was not answered and no longer can be.</summary>
public sealed record ApprovalClosedView(string Problem, PlanView? Plan);

/// <summary>A plan that cannot be carried out now; the same answer may be given later.</summary>
/// <param name="BackAddress">Address of the approval's page.</param>
public sealed record ApprovalPostponedView(string Problem, DateTimeOffset AnswerUntil, string BackAddress);
