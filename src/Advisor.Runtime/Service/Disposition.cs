using Advisor.Core.Scaling;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>What is done with a decision.</summary>
/// <param name="Outcome">The word of the audit trail.</param>
/// <param name="Why">The reason where it is not applied though its mode would; null otherwise.</param>
internal sealed record Disposition(string Outcome, Reason? Why = null)
{
    public const string Applying = "applying";
    public const string AwaitingApproval = "awaitingApproval";
    public const string Recommended = "recommended";
    public const string Withheld = "withheld";
    public const string Snoozed = "snoozed";

    public bool Applies => Outcome == Applying;

    /// <summary>What mode, dry run and kill switch make of a decision.</summary>
    /// <param name="grows">Whether it asks for more units than are in force.</param>
    public static Disposition Of(ScalingAction action, bool grows, AdvisorMode mode, ServiceOptions options, PauseMark? pause) => action switch
    {
        ScalingAction.Hold => new("held"),
        _ when mode == AdvisorMode.Observe => new("observed"),
        ScalingAction.Advise => new(Recommended),
        _ when mode == AdvisorMode.Approve => new(AwaitingApproval),
        _ when !Permits(mode, grows, approved: false) => new(Recommended),
        _ when options.DryRun => new("dryRun", new Reason("DryRun", "A dry run applies nothing.")),
        _ when Stop(options, pause) is { } why => new(Withheld, why),
        _ => new(Applying),
    };

    /// <summary>Whether a mode permits a change to be made now.</summary>
    public static bool Permits(AdvisorMode mode, bool grows, bool approved) => mode switch
    {
        AdvisorMode.Auto => true,
        AdvisorMode.AutoUp => grows || approved,
        AdvisorMode.Approve => approved,
        _ => false,
    };

    /// <summary>Why nothing may be applied at all; null where it may.</summary>
    public static Reason? Stop(ServiceOptions options, PauseMark? pause) =>
        options.Paused ? new Reason("Paused", "Applying is switched off in the settings.")
        : options.DryRun ? new Reason("DryRun", "A dry run applies nothing.")
        : pause is not null ? new Reason("Paused", $"Applying was stopped by {pause.By}: {pause.Reason}")
        : null;
}
