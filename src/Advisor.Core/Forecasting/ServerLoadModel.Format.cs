namespace Advisor.Core.Forecasting;

/// <content>Binary format of the model in the stored state.</content>
internal readonly partial record struct ServerLoadModel
{
    public void Write(BinaryWriter writer)
    {
        writer.Write(PerTraffic);
        writer.Write(PerConnections);
        writer.Write(Readings);
        writer.Write(ResidualVariance);
        writer.Write(Surprises);
        writer.Write(IsDistrusted);
        writer.Write(Traffic2);
        writer.Write(Cross);
        writer.Write(Connections2);
        writer.Write(TrafficLoad);
        writer.Write(ConnectionsLoad);
        writer.Write(SurprisedUnits);
        Run.Write(writer);
    }

    /// <param name="hasRun">Whether readings that are the same follow, as from version 3 of the state on.</param>
    public static ServerLoadModel Read(BinaryReader reader, bool hasRun) =>
        new()
        {
            PerTraffic = reader.ReadDouble(),
            PerConnections = reader.ReadDouble(),
            Readings = reader.ReadInt32(),
            ResidualVariance = reader.ReadDouble(),
            Surprises = reader.ReadInt32(),
            IsDistrusted = reader.ReadBoolean(),
            Traffic2 = reader.ReadDouble(),
            Cross = reader.ReadDouble(),
            Connections2 = reader.ReadDouble(),
            TrafficLoad = reader.ReadDouble(),
            ConnectionsLoad = reader.ReadDouble(),
            SurprisedUnits = hasRun ? reader.ReadInt32() : 0,
            Run = hasRun ? ServerLoadRun.Read(reader) : default,
        };
}
