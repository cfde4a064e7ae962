namespace Advisor.Core.Quantities;

/// <summary>Messages per second, finite and 0 or more.</summary>
public readonly record struct MessageRate
{
    /// <exception cref="ArgumentOutOfRangeException">Negative, infinite or not a number.</exception>
    public MessageRate(double perSecond)
    {
        if (!double.IsFinite(perSecond) || perSecond < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(perSecond), perSecond, "A message rate is finite and 0 or more.");
        }

        PerSecond = perSecond;
    }

    /// <summary>Messages per second, finite and 0 or more.</summary>
    public double PerSecond { get; }

    public override string ToString() => PerSecond.ToString("0.#") + " msg/s";
}
