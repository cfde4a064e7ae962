using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.State;

/// <summary>Reads and writes an <see cref="InferredWorkload"/> in the stored state; separate from Capacity, which has no storage.</summary>
internal static class InferredWorkloadFields
{
    private const int MaxParts = 16;

    public static void Write(BinaryWriter writer, InferredWorkload? inferred)
    {
        writer.Write(inferred is not null);
        if (inferred is null)
        {
            return;
        }

        writer.Write(inferred.Workload.Parts.Count);
        foreach (var part in inferred.Workload.Parts)
        {
            writer.Write(part.UseCase.ToWireName());
            writer.Write(part.Share.Value);
            writer.Write(part.MessageBytes);
            writer.Write(part.GroupSize ?? 0);
        }

        writer.Write(inferred.Confidence.Value);
        writer.Write(inferred.Text);
        writer.Write(inferred.Declaration);
    }

    public static InferredWorkload? Read(BinaryReader reader)
    {
        if (!reader.ReadBoolean())
        {
            return null;
        }

        var parts = new WorkloadPart[reader.ReadCount(MaxParts)];
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
}
