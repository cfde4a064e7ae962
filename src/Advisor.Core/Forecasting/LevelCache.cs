namespace Advisor.Core.Forecasting;

/// <summary>
/// Levels of past minutes that were computed before, for forecasts in turn from one history, whose analogs are often the same minutes. The
/// history may drop its oldest minutes, but no minute may get another value.
/// </summary>
internal sealed class LevelCache
{
    // The analogs of a search are multiples of five minutes apart, and so are forecasts a quarter of an hour apart: one place for each
    // minute of the grid is enough for 14 days.
    private const int Places = RequiredUnitsHistory.MinutesKept / RequiredUnitsHistory.GridMinutes;

    private readonly (int Minute, float Level)[] levels = new (int, float)[Places];

    /// <summary>Returns the level at a minute (<see cref="RequiredUnitsHistory.ComputeLevel"/>).</summary>
    /// <param name="codes">Codes of successive minutes.</param>
    /// <param name="at">Index of the minute, which is known.</param>
    /// <param name="minute">The minute itself, above 0.</param>
    public float Get(ReadOnlySpan<ushort> codes, int at, int minute)
    {
        if (!RequiredUnitsHistory.IsLevelLasting(at))
        {
            return RequiredUnitsHistory.ComputeLevel(codes, at);
        }

        ref var place = ref levels[minute / RequiredUnitsHistory.GridMinutes % Places];
        if (place.Minute != minute)
        {
            place = (minute, RequiredUnitsHistory.ComputeLevel(codes, at));
        }

        return place.Level;
    }
}
