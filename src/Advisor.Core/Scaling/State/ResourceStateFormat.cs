using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Scaling.Readings;
using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.State;

/// <summary>A state that was read, or why it could not be.</summary>
/// <param name="State">The state; null where there is a problem.</param>
/// <param name="Problem">One sentence: what is wrong with the bytes and what to do.</param>
public sealed record ResourceStateReading(ResourceState? State, string? Problem);

/// <summary>
/// A state as bytes: four letters, the version, the fields, a check sum. This program reads every version up to its own and refuses newer
/// ones. After
/// 30 days of minutes a state has about 46,000 bytes; 61,440 are allowed.
/// </summary>
public static class ResourceStateFormat
{
    /// <summary>The version that is written.</summary>
    public const int Version = 5;

    /// <summary>A state never has more bytes than this.</summary>
    public const int MaxBytes = 60 * 1024;

    private const int ChecksumBytes = sizeof(ulong);

    private static ReadOnlySpan<byte> Magic => "ADVS"u8;

    /// <summary>The state as bytes of the present version.</summary>
    public static byte[] Write(ResourceState state)
    {
        using var stream = new MemoryStream(MaxBytes);
        using var writer = new BinaryWriter(stream, Encoding.UTF8);
        writer.Write(Magic);
        writer.Write(Version);
        WriteFields(writer, state);
        writer.Flush();
        writer.Write(Checksum(stream.GetBuffer().AsSpan(0, (int)stream.Length)));
        writer.Flush();
        return stream.ToArray();
    }

    /// <summary>Reads a state of this version or an older one.</summary>
    public static ResourceStateReading Read(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < Magic.Length + sizeof(int) + ChecksumBytes || !bytes.StartsWith(Magic))
        {
            return new(null, "These bytes are not the state of a resource. Delete them to start again.");
        }

        var version = BitConverter.ToInt32(bytes[Magic.Length..]);
        if (version is < 1 or > Version)
        {
            return new(
                null,
                $"The state has version {version}; this program reads versions up to {Version}. Use a newer program, or delete "
                    + $"the state to start again."
            );
        }

        if (Checksum(bytes[..^ChecksumBytes]) != BitConverter.ToUInt64(bytes[^ChecksumBytes..]))
        {
            return new(null, "The state is damaged: its checksum does not match. Delete it to start again.");
        }

        using var reader = new BinaryReader(new MemoryStream(bytes[..^ChecksumBytes].ToArray(), writable: false), Encoding.UTF8);
        reader.BaseStream.Position = Magic.Length + sizeof(int);
        try
        {
            var state = ReadFields(reader);
            state = version < 2 ? state : ReadSinceVersion2(state, reader);
            state = version < 3 ? state : state with { Readings = ReadReadings(reader) };
            state = version < 4 ? state : state with { StormMinute = (int?)reader.ReadOptional() };
            var highest = version < 5 ? state.History.FindMaxCode() : reader.ReadUInt16();
            return new(state with { Analogs = state.Analogs with { MaxCode = highest } }, null);
        }
        catch (Exception e) when (e is IOException or InvalidDataException or ArgumentException or OverflowException)
        {
            return new(null, "The state is damaged: a field cannot be read. Delete it to start again.");
        }
    }

    private static void WriteFields(BinaryWriter writer, ResourceState state)
    {
        writer.Write(state.Sku);
        writer.Write(state.MeasuredMinute);
        writer.Write(state.DecisionMinute);
        state.Shadows.Write(writer);
        state.RecentUnits.Write(writer);
        WriteLoad(writer, state.LoadModel);
        state.History.Write(writer);
        writer.Write(state.MeanSlope);
        state.Analogs.Write(writer);
        state.Persistence.Write(writer);
        writer.Write(state.OverloadedMinutes);
        writer.Write(state.LastUnitsRequired);
        state.Changes.Write(writer);
        WriteInferred(writer, state.InferredWorkload);
        writer.WriteOptional(state.PiecesPerMinute);

        // Since version 2.
        writer.WriteOptional(state.Changes.DemandBefore);
        writer.Write(state.LoadModel.IsDistrusted);

        // Since version 3.
        WriteReadings(writer, state.Readings);

        // Since version 4.
        writer.WriteOptional(state.StormMinute);

        // Since version 5; before, it follows from the history.
        writer.Write(state.Analogs.MaxCode);
    }

    private static ResourceState ReadFields(BinaryReader reader) =>
        new(reader.ReadString(), reader.ReadInt32(), reader.ReadInt32(), ShadowPolicies.Read(reader))
        {
            RecentUnits = RecentUnits.Read(reader),
            LoadModel = ReadLoad(reader),
            History = RequiredUnitsHistory.Read(reader),
            MeanSlope = reader.ReadDouble(),
            Analogs = AnalogSet.Read(reader),
            Persistence = PersistenceForecast.Read(reader),
            OverloadedMinutes = reader.ReadInt32(),
            LastUnitsRequired = reader.ReadDouble(),
            Changes = SizeChangeHistory.Read(reader),
            InferredWorkload = ReadInferred(reader),
            PiecesPerMinute = reader.ReadOptional(),
        };

    private static ResourceState ReadSinceVersion2(ResourceState state, BinaryReader reader) =>
        state with
        {
            Changes = state.Changes with { DemandBefore = reader.ReadOptional() },
            LoadModel = state.LoadModel with { IsDistrusted = reader.ReadBoolean() },
        };

    private static void WriteReadings(BinaryWriter writer, ReadingMemory readings)
    {
        writer.WriteOptional(readings.Believed.ServerLoad);
        writer.WriteOptional(readings.Believed.ConnectionCount);
        writer.WriteOptional(readings.Believed.InboundTraffic);
        writer.WriteOptional(readings.Believed.OutboundTraffic);
        writer.WriteOptional(readings.Believed.MessageCount);
        writer.Write(readings.Minute);
        writer.Write(readings.SuspectInARow);
        writer.Write(readings.UnconfirmedUnits);
    }

    private static ReadingMemory ReadReadings(BinaryReader reader) =>
        new(
            new MetricReadings(
                ServerLoad: reader.ReadOptional(),
                ConnectionCount: reader.ReadOptional(),
                InboundTraffic: reader.ReadOptional(),
                OutboundTraffic: reader.ReadOptional(),
                MessageCount: reader.ReadOptional()
            ),
            reader.ReadInt32(),
            reader.ReadInt32(),
            reader.ReadDouble()
        );

    private static void WriteLoad(BinaryWriter writer, ServerLoadModel load)
    {
        writer.Write(load.PerTraffic);
        writer.Write(load.PerConnections);
        writer.Write(load.Readings);
        writer.Write(load.ResidualVariance);
        writer.Write(load.Surprises);
        writer.Write(load.Traffic2);
        writer.Write(load.Cross);
        writer.Write(load.Connections2);
        writer.Write(load.TrafficLoad);
        writer.Write(load.ConnectionsLoad);
    }

    private static ServerLoadModel ReadLoad(BinaryReader reader) =>
        new()
        {
            PerTraffic = reader.ReadDouble(),
            PerConnections = reader.ReadDouble(),
            Readings = reader.ReadInt32(),
            ResidualVariance = reader.ReadDouble(),
            Surprises = reader.ReadInt32(),
            Traffic2 = reader.ReadDouble(),
            Cross = reader.ReadDouble(),
            Connections2 = reader.ReadDouble(),
            TrafficLoad = reader.ReadDouble(),
            ConnectionsLoad = reader.ReadDouble(),
        };

    private static void WriteInferred(BinaryWriter writer, InferredWorkload? inferred)
    {
        writer.Write(inferred is not null);
        if (inferred is null)
        {
            return;
        }

        writer.Write(inferred.Workload.Parts.Count);
        foreach (var part in inferred.Workload.Parts)
        {
            writer.Write(part.UseCase.WireName());
            writer.Write(part.Share.Value);
            writer.Write(part.MessageBytes);
            writer.Write(part.GroupSize ?? 0);
        }

        writer.Write(inferred.Confidence.Value);
        writer.Write(inferred.Text);
        writer.Write(inferred.Declaration);
    }

    private static InferredWorkload? ReadInferred(BinaryReader reader)
    {
        const int mostParts = 16;
        if (!reader.ReadBoolean())
        {
            return null;
        }

        var parts = new WorkloadPart[reader.ReadCount(mostParts)];
        for (var i = 0; i < parts.Length; i++)
        {
            if (!UseCaseNames.TryParse(reader.ReadString(), out var useCase))
            {
                throw new InvalidDataException();
            }

            parts[i] = new(
                useCase,
                new Ratio(reader.ReadDouble()),
                reader.ReadInt32(),
                reader.ReadInt32() is > 0 and var size ? size : null
            );
        }

        return new(new Workload(parts), new Ratio(reader.ReadDouble()), reader.ReadString(), reader.ReadString());
    }

    // FNV-1a, 64 bits: finds what a torn write or a wrong hand does.
    private static ulong Checksum(ReadOnlySpan<byte> bytes)
    {
        var hash = 14695981039346656037UL;
        foreach (var one in bytes)
        {
            hash = (hash ^ one) * 1099511628211UL;
        }

        return hash;
    }
}
