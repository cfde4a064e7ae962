using Advisor.Pages.Shared;

namespace Advisor.Pages.Approvals;

/// <summary>The change that a person is asked about.</summary>
/// <param name="Facts">What is known of it: resource, cost, who asks and until when.</param>
/// <param name="Reasons">The sentences of the decision.</param>
public sealed record PlanView(SizeView From, SizeView To, IReadOnlyList<Fact> Facts, IReadOnlyList<string> Reasons);

/// <summary>The question: one of <see cref="Form"/> and <see cref="SignIn"/> is there.</summary>
/// <param name="Plan">Null where the stored plan cannot be read.</param>
/// <param name="SignedInAs">Who answers; null where that is not known.</param>
/// <param name="AnswerUntil">After it nothing is changed.</param>
public sealed record ApprovalView(PlanView? Plan, FormView? Form, SignInView? SignIn, string? SignedInAs, DateTimeOffset AnswerUntil);

/// <summary>How it was answered, and what becomes of it.</summary>
/// <param name="FirstAnswerAt">When the answer that counts was given, where the reader's came later.</param>
public sealed record ApprovalOutcomeView(
    Tone Tone,
    string Outcome,
    DateTimeOffset? FirstAnswerAt,
    IReadOnlyList<Fact> Facts,
    PlanView? Plan
);

/// <summary>It was not answered, and can no longer be.</summary>
public sealed record ApprovalClosedView(string Problem, PlanView? Plan);

/// <summary>The plan cannot be carried out now; the same answer may be given later.</summary>
/// <param name="BackAddress">The page of the question.</param>
public sealed record ApprovalPostponedView(string Problem, DateTimeOffset AnswerUntil, string BackAddress);
