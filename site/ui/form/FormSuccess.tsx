type FormSuccessProps = { text?: string; referenceLabel?: string; reference?: string }

/** Replaces a form whose request is stored; hidden until a script fills it, unless the words are given. */
export function FormSuccess({ text, referenceLabel, reference }: FormSuccessProps) {
  return (
    <div className="form-success" role="status" hidden={!text}>
      <p className="serif large">{text}</p>
      <p>
        <span>{referenceLabel}</span> <b>{reference}</b>
      </p>
    </div>
  )
}
