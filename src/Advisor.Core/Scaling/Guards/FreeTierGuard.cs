using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Never changes the Free tier automatically: leaving it changes the address and interrupts the service.</summary>
internal sealed class FreeTierGuard : Guard
{
    public override string Code => ReasonCodes.FreeTier;

    public override bool IsAdvisory(DecisionContext context) => IsFree(context);

    public override int LimitStep(DecisionContext context, int wanted) => IsFree(context) ? context.CurrentStep : wanted;

    public override bool HasRemark(DecisionContext context) =>
        IsFree(context) && (context.UnitsRequired > context.Observation.Units || context.HasTooManyMessages);

    public override string Describe(DecisionContext context, int wanted) =>
        DescribeExcess(context)
        + " Leaving the Free tier changes the address and interrupts the service, so Advisor does not do it: change the tier yourself.";

    private static string DescribeExcess(DecisionContext context) =>
        context.UnitsRequired > context.Observation.Units
            ? $"The Free tier accepts {Wording.FormatCount(context.Sku.ConnectionsPerUnit, "connection")}, and the load is "
                + $"{context.UnitsRequired:0.0} times what the targets allow on it."
            : $"The Free tier sends {Wording.FormatNumber(context.Sku.IncludedMessagesPerUnitPerDay)} messages of 2 KB a day and refuses "
                + $"the others; the busiest day had {Wording.FormatNumber(Math.Floor(context.State.Usage.FindMostMessages()))}.";

    private static bool IsFree(DecisionContext context) => !context.Sku.SellsMessages;
}
