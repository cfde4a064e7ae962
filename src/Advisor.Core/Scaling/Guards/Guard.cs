using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Guard that forbids or limits a change. It receives the step preferred so far and returns the step that it allows.</summary>
internal abstract class Guard
{
    /// <summary>Reason code, one of <see cref="ReasonCodes"/>.</summary>
    public abstract string Code { get; }

    /// <summary>Whether the change is left to a person, with the preferred step as the recommendation.</summary>
    public virtual bool IsAdvisory(DecisionContext context) => false;

    /// <summary>Returns the allowed step, between the one in force and <paramref name="wanted"/>, both inclusive.</summary>
    public abstract int LimitStep(DecisionContext context, int wanted);

    /// <summary>Returns one sentence: what is suppressed and why, with its figures.</summary>
    public abstract string Describe(DecisionContext context, int wanted);

    /// <summary>Whether the guard has something to report even if it changes nothing.</summary>
    public virtual bool HasRemark(DecisionContext context) => false;

    /// <summary>Returns the end of a sentence about what a sustained overload overrides.</summary>
    protected static string DescribeOverload(DecisionContext context) =>
        $", but the size has been too small for {Wording.FormatMinutes(context.State.OverloadedMinutes)}, which overrides that.";
}
