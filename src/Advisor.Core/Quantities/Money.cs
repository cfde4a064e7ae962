namespace Advisor.Core.Quantities;

/// <summary>Amount in a currency (ISO 4217, such as USD). Adding or subtracting different currencies throws.</summary>
public readonly record struct Money(decimal Amount, string Currency)
{
    /// <exception cref="InvalidOperationException">The currencies differ.</exception>
    public static Money operator +(Money left, Money right) => new(left.Amount + right.Amount, RequireSameCurrency(left, right));

    /// <exception cref="InvalidOperationException">The currencies differ.</exception>
    public static Money operator -(Money left, Money right) => new(left.Amount - right.Amount, RequireSameCurrency(left, right));

    /// <summary>Returns the amount times a factor, unrounded, in the same currency.</summary>
    public static Money operator *(Money money, decimal factor) => money with { Amount = money.Amount * factor };

    /// <summary>Returns the amount to the cent, half a cent away from zero, as texts have it.</summary>
    public Money RoundToCents() => this with { Amount = decimal.Round(Amount, 2, MidpointRounding.AwayFromZero) };

    /// <summary>Returns the amount in a currency: 0 is 0 in any. Null for another amount in another one: none is converted.</summary>
    public Money? In(string currency) => Amount == 0 || Currency == currency ? this with { Currency = currency } : null;

    /// <summary>Returns "1,448.64 USD", to the cent; <see cref="Wording.FormatAmount"/> is for text read by people.</summary>
    public override string ToString() => Wording.FormatAmount(this, cents: true);

    private static string RequireSameCurrency(Money left, Money right) =>
        left.Currency == right.Currency
            ? left.Currency
            : throw new InvalidOperationException($"{left.Currency} and {right.Currency} do not add up.");
}
