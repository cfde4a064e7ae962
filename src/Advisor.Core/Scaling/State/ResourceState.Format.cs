using Advisor.Core.Capacity.Billing;
using Advisor.Core.Forecasting;
using Advisor.Core.Forecasting.LeadWindow;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Scaling.Readings;
using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.State;

/// <content>Fields of the stored form, in their order.</content>
public sealed partial record ResourceState
{
    /// <param name="from">First minute of the history that is written; null = the oldest.</param>
    internal void Write(BinaryWriter writer, int? from)
    {
        writer.Write(Sku);
        writer.Write(MeasuredMinute);
        writer.Write(DecisionMinute);
        Shadows.Write(writer);
        RecentUnits.Write(writer);
        LoadModel.Write(writer);
        History.Write(writer, from);
        writer.Write(MeanSlope);
        Analogs.Write(writer);
        Persistence.Write(writer);
        writer.Write(OverloadedMinutes);
        writer.Write(LastUnitsRequired);
        Changes.Write(writer);
        InferredWorkloadFields.Write(writer, InferredWorkload);
        writer.WriteOptional(PiecesPerMinute);
        Readings.Write(writer);
        writer.WriteOptional(StormMinute);
        Usage.Write(writer);
        Lead.Write(writer);
        LaterFields.Write(writer, this);
    }

    /// <param name="reader">Fields after the version.</param>
    /// <param name="version">Version of the format; 1 has no usage, 2 no lower bounds.</param>
    /// <param name="older">Minutes of the history that were left out; null = none.</param>
    internal static ResourceState Read(BinaryReader reader, int version, OlderHistory? older)
    {
        var (sku, measured, decided) = (reader.ReadString(), reader.ReadInt32(), reader.ReadInt32());
        var shadows = ShadowPolicies.Read(reader, hasKinds: version >= 3);
        var (recent, load) = (RecentUnits.Read(reader), ServerLoadModel.Read(reader, hasRun: version >= 3));
        var history = RequiredUnitsHistory.Read(reader, hasBounds: version >= 3, older);
        var state = new ResourceState(sku, measured, decided, shadows, history)
        {
            RecentUnits = recent,
            LoadModel = load,
            MeanSlope = reader.ReadDouble(),
            Analogs = AnalogSet.Read(reader),
            Persistence = PersistenceForecast.Read(reader),
            OverloadedMinutes = reader.ReadInt32(),
            LastUnitsRequired = reader.ReadDouble(),
            Changes = SizeChangeHistory.Read(reader),
            InferredWorkload = InferredWorkloadFields.Read(reader),
            PiecesPerMinute = reader.ReadOptional(),
            Readings = ReadingMemory.Read(reader, hasRun: version >= 3),
            StormMinute = (int?)reader.ReadOptional(),
            Usage = version == 1 ? DailyUsage.None : DailyUsage.Read(reader),
            Lead = version < 3 ? LeadRegression.Unlearned : LeadRegression.Read(reader),
        };
        return LaterFields.Read(reader, state);
    }
}
