using Advisor.Core.Capacity;

namespace Advisor.Simulation.Baselines;

/// <summary>Thresholds of an autoscale setting; a null threshold is a rule that the setting does not have.</summary>
/// <param name="QuotaOut">Percent of the connection quota above which it scales out.</param>
/// <param name="LoadOut">Percent of server load above which it scales out.</param>
/// <param name="QuotaIn">Percent of the connection quota below which it may scale in.</param>
/// <param name="LoadIn">Percent of server load below which it may scale in; all in-rules must hold.</param>
/// <param name="CooldownMinutes">Minutes after any action without another.</param>
public sealed record AutoscaleRules(double? QuotaOut, double? LoadOut, double? QuotaIn, double? LoadIn, int CooldownMinutes)
{
    /// <summary>The rules that Azure's page on SignalR autoscale shows.</summary>
    public static AutoscaleRules SignalRPage { get; } = new(70, null, 20, null, 5);

    /// <summary>The rules that Azure's page on Web PubSub autoscale shows.</summary>
    public static AutoscaleRules WebPubSubPage { get; } = new(80, 80, null, 20, 30);

    /// <summary>Rules a careful user would write.</summary>
    public static AutoscaleRules Tuned { get; } = new(70, 60, 45, 38, 5);

    /// <summary>Whether an out-rule fires at these means.</summary>
    public bool FiresOut(double quota, double load) => quota > QuotaOut || load > LoadOut;

    /// <summary>Whether every in-rule holds at these means.</summary>
    public bool AllowsIn(double quota, double load) => !(quota >= QuotaIn) && !(load >= LoadIn);
}

/// <summary>
/// Azure Monitor autoscale: means of what can be seen of the last ten minutes against thresholds, one step at a time, no action during the
/// cooldown, and no step in after which an out-rule would fire.
/// </summary>
public sealed class AzureAutoscale(AutoscaleRules rules, UnitLadder ladder) : ISizingPolicy
{
    private const int WindowMinutes = 10;

    private RecentValues? quotas;
    private RecentValues? loads;
    private int quietUntil;

    public int ChooseUnits(in MinuteView view)
    {
        // Of the last ten minutes, those that can be seen: nine with a lag of two.
        var visible = WindowMinutes - (view.Minute - view.MeasuredMinute) + 1;
        quotas ??= new RecentValues(visible);
        loads ??= new RecentValues(visible);
        quotas.Add(view.Readings.ConnectionQuotaUtilization!.Value);
        loads.Add(view.Readings.ServerLoad!.Value);
        if (view.ChangeInProgress || view.Minute < quietUntil)
        {
            return view.Units;
        }

        var wanted = Wanted(view.Units, quotas.Mean, loads.Mean);
        if (wanted != view.Units)
        {
            quietUntil = view.Minute + rules.CooldownMinutes;
        }

        return wanted;
    }

    private int Wanted(int units, double quota, double load)
    {
        if (rules.FiresOut(quota, load))
        {
            return ladder.Next(units) ?? units;
        }

        if (!rules.AllowsIn(quota, load))
        {
            return units;
        }

        var wanted = ladder.Previous(units) ?? units;
        while (wanted < units && rules.FiresOut(quota * units / wanted, load * units / wanted))
        {
            wanted = ladder.Next(wanted) ?? units;
        }

        return wanted;
    }
}
