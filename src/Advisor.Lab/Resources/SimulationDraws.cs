namespace Advisor.Lab.Resources;

/// <summary>
/// Random events of a simulated resource, by the minute since its start: the noise of its server load, and the duration of a change.
/// </summary>
/// <param name="parameters">Strength of the noise, and probability of a slow change.</param>
/// <param name="seed">Seed; the same seed gives the same values, in any order of calls.</param>
public sealed class SimulationDraws(SimulationParameters parameters, ulong seed)
{
    private const ulong NoiseStream = 1,
        DelayStream = 2,
        SlowStream = 3;

    private readonly SeededNoise noise = new SeededNoise(seed).Fork(NoiseStream);
    private readonly SeededNoise delays = new SeededNoise(seed).Fork(DelayStream);
    private readonly SeededNoise slow = new SeededNoise(seed).Fork(SlowStream);

    /// <summary>Returns the noise of the server load in a minute, 0 and later, in percentage points.</summary>
    public double DrawNoise(int minute) => parameters.NoiseSd * noise.DrawNormal((ulong)minute);

    /// <summary>Returns the minutes until a change requested in a minute is in effect: 3, 4 or 5, occasionally 30.</summary>
    public int DrawDelayMinutes(int minute) =>
        slow.DrawUniform((ulong)minute) < parameters.SlowChance
            ? SimulationParameters.SlowDelay
            : 3 + (int)(delays.DrawUniform((ulong)minute) * 3);
}
