namespace Advisor.Core.Quantities;

/// <summary>Bytes per second, finite and 0 or more. 1 MBps in the guides is 1,000,000 bytes per second.</summary>
public readonly record struct ByteRate
{
    /// <exception cref="ArgumentOutOfRangeException">Negative, infinite or not a number.</exception>
    public ByteRate(double bytesPerSecond)
    {
        if (!double.IsFinite(bytesPerSecond) || bytesPerSecond < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(bytesPerSecond), bytesPerSecond, "A byte rate is finite and 0 or more.");
        }

        BytesPerSecond = bytesPerSecond;
    }

    /// <summary>Bytes per second, finite and 0 or more.</summary>
    public double BytesPerSecond { get; }

    public override string ToString() => BytesPerSecond.ToString("0.#") + " B/s";
}
