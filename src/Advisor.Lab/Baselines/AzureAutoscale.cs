using Advisor.Core.Capacity;

namespace Advisor.Lab.Baselines;

/// <summary>Thresholds of an autoscale setting; a null threshold means that the setting has no such rule.</summary>
/// <param name="QuotaOut">Scales out above this percentage of the connection quota.</param>
/// <param name="LoadOut">Scales out above this server load, in percent.</param>
/// <param name="QuotaIn">May scale in below this percentage of the connection quota.</param>
/// <param name="LoadIn">May scale in below this server load, in percent; all scale-in rules must hold.</param>
/// <param name="CooldownMinutes">Minutes without another action after any action.</param>
public sealed record AutoscaleRules(double? QuotaOut, double? LoadOut, double? QuotaIn, double? LoadIn, int CooldownMinutes)
{
    /// <summary>Rules of Azure's documentation on SignalR autoscale.</summary>
    public static AutoscaleRules SignalRPage { get; } = new(70, null, 20, null, 5);

    /// <summary>Rules of Azure's documentation on Web PubSub autoscale.</summary>
    public static AutoscaleRules WebPubSubPage { get; } = new(80, 80, null, 20, 30);

    /// <summary>Rules as a careful user would write them.</summary>
    public static AutoscaleRules Tuned { get; } = new(70, 60, 45, 38, 5);

    /// <summary>Whether a scale-out rule fires at these means.</summary>
    public bool ShouldScaleOut(double quota, double load) => quota > QuotaOut || load > LoadOut;

    /// <summary>Whether every scale-in rule holds at these means.</summary>
    public bool CanScaleIn(double quota, double load) => !(quota >= QuotaIn) && !(load >= LoadIn);
}

/// <summary>
/// Azure Monitor autoscale: compares the means of the visible part of the last ten minutes with thresholds, changes one step at a time,
/// takes no action during the cooldown, and no scale-in after which a scale-out rule would fire.
/// </summary>
public sealed class AzureAutoscale(AutoscaleRules rules, UnitLadder ladder) : ISizingPolicy
{
    private const int WindowMinutes = 10;

    private RecentValues? quotas;
    private RecentValues? loads;
    private int quietUntil;

    public int SelectUnits(in MinuteView view)
    {
        // The visible part of the last ten minutes: nine with a lag of two.
        var visible = WindowMinutes - (view.Minute - view.MeasuredMinute) + 1;
        quotas ??= new RecentValues(visible);
        loads ??= new RecentValues(visible);
        quotas.Add(view.Readings.ConnectionQuotaUtilization!.Value);
        loads.Add(view.Readings.ServerLoad!.Value);
        if (view.ChangeInProgress || view.Minute < quietUntil)
        {
            return view.Units;
        }

        var wanted = SelectUnits(view.Units, quotas.Mean, loads.Mean);
        if (wanted != view.Units)
        {
            quietUntil = view.Minute + rules.CooldownMinutes;
        }

        return wanted;
    }

    private int SelectUnits(int units, double quota, double load)
    {
        if (rules.ShouldScaleOut(quota, load))
        {
            return ladder.FindNext(units) ?? units;
        }

        if (!rules.CanScaleIn(quota, load))
        {
            return units;
        }

        var wanted = ladder.FindPrevious(units) ?? units;
        while (wanted < units && rules.ShouldScaleOut(quota * units / wanted, load * units / wanted))
        {
            wanted = ladder.FindNext(wanted) ?? units;
        }

        return wanted;
    }
}
