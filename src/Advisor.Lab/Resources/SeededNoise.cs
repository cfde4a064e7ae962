namespace Advisor.Lab.Resources;

/// <summary>
/// Random numbers addressed by a counter: the value for a counter does not depend on earlier ones, so that every policy meets the same
/// noise and a replay is reproducible to the digit with any number of threads. The mixing function is that of SplitMix64.
/// </summary>
public readonly record struct SeededNoise(ulong Seed)
{
    /// <summary>Returns an independent stream.</summary>
    public SeededNoise Fork(ulong stream) => new(Mix(Mix(Seed) ^ Mix(stream + 0x5851F42D4C957F2D)));

    /// <summary>Returns a uniform number in [0, 1).</summary>
    public double DrawUniform(ulong counter) => (Mix(Seed + counter * 0x9E3779B97F4A7C15) >> 11) * (1.0 / (1UL << 53));

    /// <summary>Returns a normal number with mean 0 and standard deviation 1 (Box-Muller).</summary>
    public double DrawNormal(ulong counter)
    {
        var radius = Math.Sqrt(-2 * Math.Log(1 - DrawUniform(2 * counter)));
        return radius * Math.Cos(2 * Math.PI * DrawUniform(2 * counter + 1));
    }

    /// <summary>Returns one of the values, with equal probability.</summary>
    public T DrawFrom<T>(ulong counter, params ReadOnlySpan<T> values) => values[(int)(DrawUniform(counter) * values.Length)];

    private static ulong Mix(ulong z)
    {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
