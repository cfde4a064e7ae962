namespace Advisor.Core.Forecasting;

/// <summary>
/// Successive readings of server load that are the same to the last digit, and what was predicted for them by what was known before. A load
/// follows traffic and connections: one that does not is a stuck metric.
/// </summary>
/// <param name="Load">Reading, in percent.</param>
/// <param name="Count">Number of such readings; 0 before the first.</param>
/// <param name="PerTraffic">Coefficient of the model at the first of them: what was learned from them since does not count.</param>
/// <param name="PerConnections">The other coefficient.</param>
/// <param name="Lowest">Lowest prediction, in percent and at most 100, where a reading ends.</param>
/// <param name="Highest">Highest prediction.</param>
internal readonly record struct ServerLoadRun(
    double Load,
    int Count,
    double PerTraffic,
    double PerConnections,
    double Lowest,
    double Highest
)
{
    private const double MaxLoad = 100;

    // A load that is written in whole percent may well stay the same while the prediction moves by a few points.
    private const int StuckAfter = 15;
    private const double MovesByPoints = 15;

    /// <summary>Whether the readings stay the same while their prediction does not.</summary>
    public bool IsStuck => Count >= StuckAfter && Highest - Lowest >= MovesByPoints;

    /// <summary>Adds a reading and the utilizations of its minute.</summary>
    /// <param name="model">Model before this reading; a new one predicts too little to contradict a reading.</param>
    public ServerLoadRun Add(double load, in ServerLoadModel model, double traffic, double connections)
    {
        if (Count == 0 || load != Load || (Count == 1 && !model.IsTrusted))
        {
            var first = Math.Min(model.Predict(traffic, connections), MaxLoad);
            return new(load, 1, model.PerTraffic, model.PerConnections, first, first);
        }

        var predicted = Math.Min((PerTraffic * traffic) + (PerConnections * connections), MaxLoad);
        return this with { Count = Count + 1, Lowest = Math.Min(Lowest, predicted), Highest = Math.Max(Highest, predicted) };
    }

    public void Write(BinaryWriter writer)
    {
        writer.Write(Load);
        writer.Write(Count);
        writer.Write(PerTraffic);
        writer.Write(PerConnections);
        writer.Write(Lowest);
        writer.Write(Highest);
    }

    public static ServerLoadRun Read(BinaryReader reader) =>
        new(reader.ReadDouble(), reader.ReadInt32(), reader.ReadDouble(), reader.ReadDouble(), reader.ReadDouble(), reader.ReadDouble());
}
