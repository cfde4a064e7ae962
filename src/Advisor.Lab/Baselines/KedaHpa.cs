using Advisor.Core.Capacity;

namespace Advisor.Lab.Baselines;

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

    private readonly RecentValues desired = new(StabilizationMinutes);

    public int SelectUnits(in MinuteView view)
    {
        var replicas = Math.Max(
            ComputeDesired(view.Units, view.Readings.ServerLoad!.Value / LoadTarget),
            ComputeDesired(view.Units, view.Readings.ConnectionQuotaUtilization!.Value / QuotaTarget)
        );
        desired.Add(replicas);
        return ladder[ladder.FindIndexAtLeast(replicas > view.Units ? replicas : desired.Max)];
    }

    private static double ComputeDesired(int units, double ratio) => Math.Abs(ratio - 1) <= Tolerance ? units : Math.Ceiling(units * ratio);
}
