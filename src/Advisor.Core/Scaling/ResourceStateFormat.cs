using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling;

/// <summary>A state that was read, or why it could not be.</summary>
/// <param name="State">The state; null where there is a problem.</param>
/// <param name="Problem">One sentence: what is wrong with the bytes and what to do.</param>
public sealed record ResourceStateReading(ResourceState? State, string? Problem);

/// <summary>
/// A state as bytes: four letters, the version, the fields, a check sum. This program reads every version up to its own and refuses newer ones. After
/// 30 days of minutes a state has about 46,000 bytes; 61,440 are allowed.
/// </summary>
public static class ResourceStateFormat
{
    /// <summary>The version that is written.</summary>
    public const int Version = 5;

    /// <summary>A state never has more bytes than this.</summary>
    public const int MostBytes = 60 * 1024;

    private const int ChecksumBytes = sizeof(ulong);

    private static ReadOnlySpan<byte> Magic => "ADVS"u8;

    /// <summary>The state as bytes of the present version.</summary>
    public static byte[] Write(ResourceState state)
    {
        using var stream = new MemoryStream(MostBytes);
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
            return new(null, "These bytes are not the state of a resource. Delete them to begin anew.");
        }

        var version = BitConverter.ToInt32(bytes[Magic.Length..]);
        if (version is < 1 or > Version)
        {
            return new(null, $"The state has version {version}; this program reads versions up to {Version}. Use a newer program, or delete the state to begin anew.");
        }

        if (Checksum(bytes[..^ChecksumBytes]) != BitConverter.ToUInt64(bytes[^ChecksumBytes..]))
        {
            return new(null, "The state is damaged: its check sum does not fit. Delete it to begin anew.");
        }

        using var reader = new BinaryReader(new MemoryStream(bytes[..^ChecksumBytes].ToArray(), writable: false), Encoding.UTF8);
        reader.BaseStream.Position = Magic.Length + sizeof(int);
        try
        {
            var state = ReadFields(reader);
            state = version < 2 ? state : ReadSinceVersion2(state, reader);
            state = version < 3 ? state : state with { Readings = ReadReadings(reader) };
            state = version < 4 ? state : state with { StormMinute = (int?)reader.ReadOptional() };
            var highest = version < 5 ? state.Needs.HighestCode() : reader.ReadUInt16();
            return new(state with { Analogs = state.Analogs with { Highest = highest } }, null);
        }
        catch (Exception e) when (e is IOException or InvalidDataException or ArgumentException or OverflowException)
        {
            return new(null, "The state is damaged: a field cannot be read. Delete it to begin anew.");
        }
    }

    private static void WriteFields(BinaryWriter writer, ResourceState state)
    {
        writer.Write(state.Sku);
        writer.Write(state.Measured);
        writer.Write(state.Decided);
        state.Shadows.Write(writer);
        state.Sizes.Write(writer);
        WriteLoad(writer, state.Load);
        state.Needs.Write(writer);
        writer.Write(state.MeanSlope);
        state.Analogs.Write(writer);
        state.Persistence.Write(writer);
        writer.Write(state.OverloadedMinutes);
        writer.Write(state.LastNeed);
        state.Changes.Write(writer);
        WriteInferred(writer, state.Inferred);
        writer.WriteOptional(state.PiecesPerMinute);

        // Since version 2.
        writer.WriteOptional(state.Changes.DemandBefore);
        writer.Write(state.Load.IsDistrusted);

        // Since version 3.
        WriteReadings(writer, state.Readings);

        // Since version 4.
        writer.WriteOptional(state.StormMinute);

        // Since version 5; before, it follows from the history.
        writer.Write(state.Analogs.Highest);
    }

    private static ResourceState ReadFields(BinaryReader reader) =>
        new(reader.ReadString(), reader.ReadInt32(), reader.ReadInt32(), ShadowRuns.Read(reader))
        {
            Sizes = RecentSizes.Read(reader),
            Load = ReadLoad(reader),
            Needs = NeedHistory.Read(reader),
            MeanSlope = reader.ReadDouble(),
            Analogs = AnalogSet.Read(reader),
            Persistence = Persistence.Read(reader),
            OverloadedMinutes = reader.ReadInt32(),
            LastNeed = reader.ReadDouble(),
            Changes = ChangeLog.Read(reader),
            Inferred = ReadInferred(reader),
            PiecesPerMinute = reader.ReadOptional(),
        };

    private static ResourceState ReadSinceVersion2(ResourceState state, BinaryReader reader) => state with
    {
        Changes = state.Changes with { DemandBefore = reader.ReadOptional() },
        Load = state.Load with { IsDistrusted = reader.ReadBoolean() },
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

    private static ReadingMemory ReadReadings(BinaryReader reader) => new(
        new MetricReadings(
            ServerLoad: reader.ReadOptional(),
            ConnectionCount: reader.ReadOptional(),
            InboundTraffic: reader.ReadOptional(),
            OutboundTraffic: reader.ReadOptional(),
            MessageCount: reader.ReadOptional()),
        reader.ReadInt32(),
        reader.ReadInt32(),
        reader.ReadDouble());

    private static void WriteLoad(BinaryWriter writer, LearnedLoad load)
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

    private static LearnedLoad ReadLoad(BinaryReader reader) => new()
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
        writer.Write(inferred.Settles);
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

            parts[i] = new(useCase, new Ratio(reader.ReadDouble()), reader.ReadInt32(), reader.ReadInt32() is > 0 and var size ? size : null);
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
