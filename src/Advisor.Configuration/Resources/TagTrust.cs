using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Core.Text;

namespace Advisor.Configuration.Resources;

/// <summary>What the tags of a resource may set: whoever may write tags in Azure may write these.</summary>
public enum TagTrust
{
    /// <summary>Every setting that has a tag, whatever advisor.yaml states.</summary>
    All,

    /// <summary>Nothing that exceeds what advisor.yaml permits the resource: its size, mode, budget, pace, pauses and hours.</summary>
    Limits,

    /// <summary>Nothing; tags that begin with advisor- are ignored.</summary>
    None,
}

/// <summary>Reduces the settings of tags to what advisor.yaml permits.</summary>
/// <param name="file">Settings of the resource by advisor.yaml alone.</param>
/// <param name="now">A pause or pin of the file that has ended limits no tag.</param>
/// <param name="report">Receives the name of each tag that was reduced, and why.</param>
internal sealed class TagLimits(ResourceSettings file, DateTimeOffset now, Action<string, string> report)
{
    /// <summary>Returns the settings of the tags within the limits; those without a limit are as they were.</summary>
    public SettingsPatch Apply(SettingsPatch tags) =>
        tags with
        {
            Mode = Reduce("advisor-mode", tags.Mode, mode => mode <= file.Mode ? mode : file.Mode, mode => mode.ToCamelCase()),
            MinUnits = Reduce("advisor-min-units", tags.MinUnits, LimitUnits),
            // Reduced to the default it would count as stated, and scale in a resource that has more.
            MaxUnits =
                file.MaxUnits is null && tags.MaxUnits > file.ResolveMaxUnits(0)
                    ? Ignore("advisor-max-units", tags.MaxUnits, $"{tags.MaxUnits} is more than the default of maxUnits")
                    : Reduce("advisor-max-units", tags.MaxUnits, LimitUnits),
            AllowTierChange = Reduce(
                "advisor-allow-tier-change",
                tags.AllowTierChange,
                allow => allow && file.AllowTierChange,
                SettingTable.FormatBoolean
            ),
            MonthlyBudget = Reduce("advisor-monthly-budget", tags.MonthlyBudget, LimitBudget),
            // A first scale-in is gradual unless the file says otherwise, and any maxStep says otherwise.
            MaxStep =
                file.MaxStep is { } most ? Reduce("advisor-max-step", tags.MaxStep, units => Math.Min(units, most))
                : IsFull ? tags.MaxStep
                : Ignore("advisor-max-step", tags.MaxStep, "it ends the gradual first scale-in"),
            Trust = tags.Trust != ScalingTrust.Full || IsFull ? tags.Trust : Ignore("advisor-trust", tags.Trust, "it states full"),
            Failover =
                tags.Failover != FailoverTarget.None || file.Failover == FailoverTarget.None
                    ? tags.Failover
                    : Ignore("advisor-failover", tags.Failover, "it states none"),
            EndpointGroup =
                tags.EndpointGroup is null || string.Equals(tags.EndpointGroup, file.EndpointGroup, StringComparison.OrdinalIgnoreCase)
                    ? tags.EndpointGroup
                    : Ignore("advisor-endpoint-group", tags.EndpointGroup, "a member of a group changes the sizes of the others"),
            ScaleInWindows =
                tags.ScaleInWindows is null || file.ScaleInWindows is null
                    ? tags.ScaleInWindows
                    : Ignore("advisor-scale-in-windows", tags.ScaleInWindows, "advisor.yaml states its own hours"),
            TimeZone =
                file.ScaleInWindows is null || Equals(tags.TimeZone, file.TimeZone)
                    ? tags.TimeZone
                    : Ignore("advisor-time-zone", tags.TimeZone, "it moves the hours in which Advisor may scale in"),
            Pause =
                file.Pause is { } paused && paused.IsInForce(now) && tags.Pause?.Includes(paused) == false
                    ? Ignore("advisor-pause", tags.Pause, "it ends or narrows a pause")
                    : tags.Pause,
            Pin = file.Pin?.IsInForce(now) == true ? Ignore("advisor-pin", tags.Pin, "it replaces a pin") : tags.Pin,
        };

    private bool IsFull => file.Trust == ScalingTrust.Full;

    // Where entries of the file contradict each other, maxUnits takes precedence, as without tags.
    private int LimitUnits(int units)
    {
        var maxUnits = file.ResolveMaxUnits(0);
        return Math.Clamp(units, Math.Min(file.MinUnits, maxUnits), maxUnits);
    }

    private Money LimitBudget(Money budget) =>
        file.MonthlyBudget is { } most && (budget.Currency != most.Currency || budget.Amount > most.Amount) ? most : budget;

    private T? Reduce<T>(string tag, T? stated, Func<T, T> permit, Func<T, string>? format = null)
        where T : struct
    {
        if (stated is not { } value)
        {
            return null;
        }

        var permitted = permit(value);
        if (!permitted.Equals(value))
        {
            report(tag, $"{Format(value)} exceeds what advisor.yaml permits; {Format(permitted)} is used (trustTags is limits).");
        }

        return permitted;

        string? Format(T of) => format is null ? of.ToString() : format(of);
    }

    // The default of a nullable type: not stated.
    private T? Ignore<T>(string tag, T? stated, string reason)
    {
        if (stated is not null)
        {
            report(tag, $"The tag is ignored: {reason}, and advisor.yaml does not permit that (trustTags is limits).");
        }

        return default;
    }
}
