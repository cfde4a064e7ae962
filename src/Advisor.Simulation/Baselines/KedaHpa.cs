using Advisor.Core.Capacity;

namespace Advisor.Simulation.Baselines;

/// <summary>
/// A KEDA scaler with the Kubernetes Horizontal Pod Autoscaler: server load to 50, connection quota to 70, tolerance 0.1; scales out at
/// once, and in to the highest recommendation of the last five minutes.
/// </summary>
public sealed class KedaHpa(UnitLadder ladder) : ISizingPolicy
{
    private const double LoadTarget = 50,
        QuotaTarget = 70,
        Tolerance = 0.1;
    private const int StabilizationMinutes = 5;

    private readonly RecentValues wishes = new(StabilizationMinutes);

    public int ChooseUnits(in MinuteView view)
    {
        var wish = Math.Max(
            Wish(view.Units, view.Readings.ServerLoad!.Value / LoadTarget),
            Wish(view.Units, view.Readings.ConnectionQuotaUtilization!.Value / QuotaTarget)
        );
        wishes.Add(wish);
        return ladder[ladder.IndexAtLeast(wish > view.Units ? wish : wishes.Max)];
    }

    private static double Wish(int units, double ratio) => Math.Abs(ratio - 1) <= Tolerance ? units : Math.Ceiling(units * ratio);
}
