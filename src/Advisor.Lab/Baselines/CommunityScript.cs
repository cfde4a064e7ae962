using Advisor.Core.Capacity;

namespace Advisor.Lab.Baselines;

/// <summary>
/// A widely used community script: every five minutes, sets the units for the highest connection count of the last five, at 950 per unit.
/// </summary>
public sealed class CommunityScript(UnitLadder ladder) : ISizingPolicy
{
    private const double ConnectionsPerUnit = 950;
    private const int Minutes = 5;

    private readonly RecentValues connections = new(Minutes);

    public int SelectUnits(in MinuteView view)
    {
        connections.Add(view.Readings.ConnectionCount!.Value);
        return view.Minute % Minutes == 0 ? ladder[ladder.FindIndexAtLeast(connections.Max / ConnectionsPerUnit)] : view.Units;
    }
}
