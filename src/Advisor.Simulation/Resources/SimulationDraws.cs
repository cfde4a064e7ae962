namespace Advisor.Simulation.Resources;

/// <summary>
/// What chance decides on a simulated resource, by the minute since its start: the noise of its server load, and how long a change takes.
/// </summary>
/// <param name="law">How strong the noise is, and how often a change takes long.</param>
/// <param name="seed">The same seed draws the same, whatever is asked for and in which order.</param>
public sealed class SimulationDraws(SimulationParameters law, ulong seed)
{
    private const ulong NoiseStream = 1,
        DelayStream = 2,
        SlowStream = 3;

    private readonly SeededNoise noise = new SeededNoise(seed).Fork(NoiseStream);
    private readonly SeededNoise delays = new SeededNoise(seed).Fork(DelayStream);
    private readonly SeededNoise slow = new SeededNoise(seed).Fork(SlowStream);

    /// <summary>Points that noise adds to the server load of a minute, 0 and later.</summary>
    public double Noise(int minute) => law.NoiseSd * noise.Normal((ulong)minute);

    /// <summary>Minutes until a change that is asked for in a minute is in effect: 3, 4 or 5, now and then 30.</summary>
    public int DelayMinutes(int minute) =>
        slow.Uniform((ulong)minute) < law.SlowChance ? SimulationParameters.SlowDelay : 3 + (int)(delays.Uniform((ulong)minute) * 3);
}
