namespace Advisor.Core.Forecasting.LeadWindow;

/// <content>Binary format of the regression in the stored state.</content>
internal sealed partial class LeadRegression
{
    public void Write(BinaryWriter writer)
    {
        squares.Write(writer);
        residuals.Write(writer);
        writer.Write(meanError);
        foreach (var one in predictions)
        {
            one.Write(writer);
        }
    }

    public static LeadRegression Read(BinaryReader reader)
    {
        var (regression, errors, mean) = (RecursiveRegression.Read(reader), ResidualHistogram.Read(reader), reader.ReadDouble());
        var open = new Prediction[MinutesKept];
        foreach (ref var one in open.AsSpan())
        {
            one = Prediction.Read(reader);
        }

        return new(regression, errors, open) { meanError = mean };
    }

    private readonly partial record struct Prediction
    {
        public void Write(BinaryWriter writer)
        {
            writer.Write(Minute);
            writer.Write(From);
            writer.Write(To);
            foreach (var fact in Facts)
            {
                writer.Write(fact);
            }

            writer.Write(Rise);
            writer.Write(Scale);
        }

        public static Prediction Read(BinaryReader reader)
        {
            var (minute, from, to, facts) = (reader.ReadInt32(), reader.ReadInt32(), reader.ReadInt32(), default(LeadFacts));
            foreach (ref var fact in facts)
            {
                fact = reader.ReadDouble();
            }

            return new(minute, from, to, facts, reader.ReadDouble(), reader.ReadDouble());
        }
    }
}
