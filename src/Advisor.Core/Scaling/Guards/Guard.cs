using Advisor.Core.Decisions;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Something that forbids or limits a change. It sees the step wanted so far, and gives the step that it allows.</summary>
internal abstract class Guard
{
    /// <summary>One of <see cref="ReasonCodes"/>.</summary>
    public abstract string Code { get; }

    /// <summary>Whether the change is left to a person, with the step wanted as advice.</summary>
    public virtual bool IsAdvisory(DecisionContext context) => false;

    /// <summary>The step allowed: between the one in force and <paramref name="wanted"/>, both included.</summary>
    public abstract int AllowedStep(DecisionContext context, int wanted);

    /// <summary>One sentence: what is suppressed and why, with its figures.</summary>
    public abstract string Describe(DecisionContext context, int wanted);

    /// <summary>Whether it has something to say even where it holds nothing back.</summary>
    public virtual bool HasRemark(DecisionContext context) => false;
}
