namespace Advisor.Lab.Baselines;

/// <summary>The most recent values of a series, up to a fixed number.</summary>
internal sealed class RecentValues(int capacity)
{
    private readonly Queue<double> values = new(capacity);

    /// <summary>Mean of the stored values; there must be at least one.</summary>
    public double Mean => values.Average();

    /// <summary>Maximum of the stored values; there must be at least one.</summary>
    public double Max => values.Max();

    public void Add(double value)
    {
        if (values.Count == capacity)
        {
            values.Dequeue();
        }

        values.Enqueue(value);
    }
}
